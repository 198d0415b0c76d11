#!/bin/sh
# How far lane changes of vehicles differ whose masses and tires scatter: mean, spread and a picture of the distribution.
#   ./scatter.sh [how many, default 1000] [folder for what is written, default ./out]      LAG=path/to/lag if it is not on the PATH
set -e
here=$(cd "$(dirname "$0")" && pwd)
"${LAG:-lag}" sweep "$here/hmmwv10.lag" --define tires=2 --end 5 --step 0.02 --seed 1 --runs "${1:-1000}" \
    --input "rack_force=if t > 1 and t < 3.4 then 400*sin(2*%pi*(t - 1)/2.4) else 0" \
    --sample "m_chassis=normal(2086.5,60)" --sample "cz_chassis=normal(0.5235,0.02)" --sample "izz_chassis=normal(3570,150)" \
    --sample "friction=uniform(0.7,1)" --sample "cornering=normal(50000,3000)" \
    --collect "max(abs(roll))" --collect "max(abs(yaw))" --collect "final(y)" --out "${2:-$here/out}"
