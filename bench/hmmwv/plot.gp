# The pictures of docs/hmmwv.md: gnuplot plot.gp in the folder of bench/hmmwv/run, which holds the runs in full/ and full/hmmwv10/.
set terminal svg size 900,620 font "sans,13" background "white" noenhanced
set datafile separator ","
set grid lc rgb "#dddddd"
set lmargin 9; set rmargin 3
blue = "#1f5fbf"; orange = "#bf5f1f"; grey = "#404040"
tree = "full/hmmwv10/"; full = "full/"

set output "hmmwv_lane_change.svg"
set multiplot layout 3,1
set key outside horizontal top center
set title "Double lane change at 20 m/s: path"
set xlabel "x / m"; set ylabel "y / m"; set xrange [0:180]; set ytics 2
plot full."lane_change.csv" every 8::1 using 2:3 with lines lw 2 lc rgb blue title "hmmwv_full", \
     tree."lane_change.csv" every 8::1 using 2:3 with lines lw 2 lc rgb orange title "hmmwv10", \
     tree."absolute_lane_change.csv" every 8::1 using 6:7 with lines lw 2 dt 3 lc rgb grey title "absolute coordinates"
unset key
set title "Lateral acceleration of the chassis' mass centre"
set xlabel "t / s"; set ylabel "m/s²"; set xrange [0:9]; set ytics 2
plot full."lane_change.csv" every 8::1 using 1:9 with lines lw 2 lc rgb blue, \
     tree."lane_change.csv" every 8::1 using 1:9 with lines lw 2 lc rgb orange, \
     tree."absolute_lane_change.csv" every 8::1 using 1:12 with lines lw 2 dt 3 lc rgb grey
set title "Roll"
set ylabel "degrees"
plot full."lane_change.csv" every 8::1 using 1:($7*57.29578) with lines lw 2 lc rgb blue, \
     tree."lane_change.csv" every 8::1 using 1:($7*57.29578) with lines lw 2 lc rgb orange, \
     tree."absolute_lane_change.csv" every 8::1 using 1:($11*57.29578) with lines lw 2 dt 3 lc rgb grey
unset multiplot

set terminal svg size 900,440 font "sans,13" background "white" noenhanced
set output "hmmwv_bump.svg"
set multiplot layout 2,1
set key outside horizontal top center
set title "Half-sine bump, 80 mm high and 3 m long, at 10 m/s: height of the chassis' origin"
set xrange [0:4]; set ylabel "m"; set ytics 0.02
plot full."bump.csv" every 4::1 using 1:4 with lines lw 2 lc rgb blue title "hmmwv_full", \
     tree."bump.csv" every 4::1 using 1:4 with lines lw 2 lc rgb orange title "hmmwv10", \
     tree."absolute_bump.csv" every 4::1 using 1:8 with lines lw 2 dt 3 lc rgb grey title "absolute coordinates"
unset key
set title "Front wheels turned by 0.05 rad at the steering gear, 15 m/s: yaw rate"
set xrange [0:5]; set ylabel "rad/s"; set ytics 0.05
plot full."turn.csv" every 4::1 using 1:21 with lines lw 2 lc rgb blue, \
     tree."turn.csv" every 4::1 using 1:21 with lines lw 2 lc rgb orange
unset multiplot

set terminal svg size 900,320 font "sans,13" background "white" enhanced
set output "hmmwv_drift.svg"
set key outside horizontal top center
set title "Lane change in absolute coordinates, steps of 1 ms: largest error of a condition"
set logscale y; set format y "10^{%T}"; set ytics 1000
set xlabel "t / s"; set ylabel "m, or a cosine"; set xrange [0:9]; set yrange [1e-18:1e-2]
plot tree."absolute_lane_change.csv" every 5::1 using 1:2 with lines lw 2 lc rgb orange title "never restored", \
     tree."absolute_lane_change.csv" every 5::1 using 1:4 with lines lw 2 lc rgb blue title "restored after every step", \
     full."lane_change.csv" every 5::1 using 1:22 with lines lw 1 lc rgb grey title "hmmwv\\_full, restored after every step"
