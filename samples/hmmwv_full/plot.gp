# The picture of the runs: gnuplot plot.gp in the folder with the CSV files writes hmmwv_full.svg. The files of hmmwv10 lie in hmmwv10/.
set terminal svg size 1100,1150 font "sans,13" background "white" noenhanced
set output "hmmwv_full.svg"
set datafile separator ","
set grid lc rgb "#dddddd"
set key outside right top
set lmargin 9; set rmargin 22
blue = "#1f5fbf"; orange = "#bf5f1f"
stats "rest.csv" using 4 every ::1 nooutput name "full"
stats "hmmwv10/rest.csv" using 4 every ::1 nooutput name "reduced"
set multiplot layout 5,1 title "HMMWV with four double wishbones (blue) and with reduced corners (hmmwv10, orange)"

set title "Double lane change at 20 m/s: lateral acceleration of the chassis' mass centre"
set xlabel "t / s"; set ylabel "m/s²"; set xrange [0:9]; set ytics 2
plot "lane_change.csv" every 4::1 using 1:9 with lines lw 2 lc rgb blue title "hmmwv_full", \
     "hmmwv10/lane_change.csv" every 4::1 using 1:9 with lines lw 1 lc rgb orange title "hmmwv10"

set title "Double lane change: roll"
set ylabel "degrees"; set ytics 2
plot "lane_change.csv" every 4::1 using 1:($7*57.29578) with lines lw 2 lc rgb blue title "hmmwv_full", \
     "hmmwv10/lane_change.csv" every 4::1 using 1:($7*57.29578) with lines lw 1 lc rgb orange title "hmmwv10"

set title "Front wheels turned by 0.05 rad at the steering gear, 15 m/s: yaw rate"
set xrange [0:5]; set ylabel "rad/s"; set ytics 0.05
plot "turn.csv" every 2::1 using 1:21 with lines lw 2 lc rgb blue title "hmmwv_full", \
     "hmmwv10/turn.csv" every 2::1 using 1:21 with lines lw 1 lc rgb orange title "hmmwv10"

set title "Half-sine bump, 80 mm high and 3 m long, at 10 m/s: travel of the left wheels"
set xrange [0:4]; set ylabel "mm"; set ytics 50
plot "bump.csv" every 2::1 using 1:($11*1000) with lines lw 2 lc rgb blue title "front, hmmwv_full", \
     "" every 2::1 using 1:($13*1000) with lines lw 2 dt 4 lc rgb blue title "rear, hmmwv_full", \
     "hmmwv10/bump.csv" every 2::1 using 1:($11*1000) with lines lw 1 lc rgb orange title "front, hmmwv10", \
     "" every 2::1 using 1:($13*1000) with lines lw 1 dt 4 lc rgb orange title "rear, hmmwv10"

set title "Half-sine bump: heave of the chassis"
set ytics 20
plot "bump.csv" every 2::1 using 1:(($4-full_mean)*1000) with lines lw 2 lc rgb blue title "hmmwv_full", \
     "hmmwv10/bump.csv" every 2::1 using 1:(($4-reduced_mean)*1000) with lines lw 1 lc rgb orange title "hmmwv10"
unset multiplot
