#!/usr/bin/env python3
"""The equations as a layer of PyTorch: a torch.autograd.Function around the emitted module. Its gradients are tested by
torch.autograd.gradcheck; then two masses are found from a motion, by gradients through all steps of an integration.

    lag cart_pole.lag --out out
    PYTHONPATH=out python3 learn.py
"""
import cart_pole
import torch


class Derivatives(torch.autograd.Function):
    """ydot of y, w and p, for one state or a batch of them: y (n, nq+nu), w (n, nw), p (np) or (n, np)."""

    @staticmethod
    def forward(ctx, y, w, p):
        ctx.save_for_backward(y, w, p)
        c = cart_pole.setup(p.detach().numpy())
        return torch.from_numpy(cart_pole.derivatives(0.0, y.detach().numpy(), w.detach().numpy(), c))

    @staticmethod
    def backward(ctx, v):
        y, w, p = ctx.saved_tensors
        c = cart_pole.setup(p.detach().numpy())
        a = torch.from_numpy(cart_pole.vjp(0.0, y.detach().numpy(), v.numpy(), w.detach().numpy(), c))
        of_y, of_w, of_p = torch.split(a, [y.shape[-1], w.shape[-1], p.shape[-1]], dim=-1)
        # one p for all states gets the sum of what they say
        return of_y, of_w, of_p.reshape(-1, p.shape[-1]).sum(0) if p.dim() == 1 else of_p


derivatives = Derivatives.apply


def motion(y, forces, p, step=0.02):
    """The states at the ends of equal steps of the classical Runge-Kutta method."""
    path = [y]
    for force in forces:
        w = force.expand(y.shape[:-1] + (1,))
        k1 = derivatives(y, w, p)
        k2 = derivatives(y + step / 2 * k1, w, p)
        k3 = derivatives(y + step / 2 * k2, w, p)
        k4 = derivatives(y + step * k3, w, p)
        y = y + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        path.append(y)
    return torch.stack(path)


torch.manual_seed(1)
p = torch.from_numpy(cart_pole.defaults())
y, w = torch.randn(3, 4, dtype=torch.float64, requires_grad=True), torch.randn(3, 1, dtype=torch.float64, requires_grad=True)
given = p.clone().requires_grad_()
assert torch.autograd.gradcheck(derivatives, (y, w, given))
assert torch.autograd.gradcheck(derivatives, (y[0].detach().requires_grad_(), w[0].detach().requires_grad_(), given))
print("gradcheck: passed for a batch of states and for one")

forces = 3 * torch.sin(torch.arange(50, dtype=torch.float64) / 5)
start = torch.tensor([[0.0, 3.0, 0.0, 0.0], [0.0, 2.0, 0.0, 1.0]], dtype=torch.float64)
measured = motion(start, forces, p).detach()
masses = torch.tensor([1.5, 0.5], dtype=torch.float64, requires_grad=True)  # of cart and pole; in truth 2 and 0.3
solver = torch.optim.LBFGS([masses], lr=0.5, max_iter=60, tolerance_grad=1e-12, tolerance_change=1e-14, line_search_fn="strong_wolfe")


def closure():
    solver.zero_grad()
    error = ((motion(start, forces, torch.cat([masses, p[2:]])) - measured) ** 2).sum()
    error.backward()
    return error


solver.step(closure)
print("masses of cart and pole:", [round(m, 6) for m in masses.tolist()])
assert torch.allclose(masses, p[:2], atol=1e-5)
