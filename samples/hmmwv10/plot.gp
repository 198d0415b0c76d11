# The pictures of the runs: gnuplot plot.gp in the folder with the CSV files writes hmmwv10.svg and lane_change.svg.
set terminal svg size 1100,1150 font "sans,13" background "white"
set output "hmmwv10.svg"
set datafile separator ","
set grid lc rgb "#dddddd"
set key outside right top width -1
set lmargin 9; set rmargin 18
corner_x(a, b, x, yaw) = x + a*cos(yaw) - b*sin(yaw)
corner_y(a, b, y, yaw) = y + a*sin(yaw) + b*cos(yaw)
front = 2.4; rear = -2.4; half = 1.1
set multiplot layout 5,1 title "HMMWV, ten bodies, fifteen degrees of freedom"

set title "Double lane change at 20 m/s: path, the vehicle every 0.8 s (to scale), and the mirrored run"
set xlabel "x / m"; set ylabel "y / m"
set xrange [0:180]; set yrange [-8:9]; set ytics 4
plot "lane_change.csv" every 80::1 using (corner_x(rear, half, $2, $5)):(corner_y(rear, half, $3, $5)):((front-rear)*cos($5)):((front-rear)*sin($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 80::1 using (corner_x(rear, -half, $2, $5)):(corner_y(rear, -half, $3, $5)):((front-rear)*cos($5)):((front-rear)*sin($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 80::1 using (corner_x(rear, -half, $2, $5)):(corner_y(rear, -half, $3, $5)):(-2*half*sin($5)):(2*half*cos($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 80::1 using (corner_x(front, -half, $2, $5)):(corner_y(front, -half, $3, $5)):(-2*half*sin($5)):(2*half*cos($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 4::1 using 2:3 with lines lw 2 lc rgb "#1f5fbf" title "path", \
     "lane_change_mirrored.csv" every 4::1 using 2:3 with lines lw 1 dt 2 lc rgb "#bf5f1f" title "mirrored"

set title "Lateral acceleration of the chassis' mass centre"
set xrange [0:9]; set autoscale y
set xlabel "t / s"; set ylabel "m/s^2"; set ytics 2
plot "lane_change.csv" every 4::1 using 1:9 with lines lw 2 lc rgb "#1f5fbf" notitle

set title "Roll and steer angle of the front wheels"
set ylabel "degrees"; set ytics 2
plot "lane_change.csv" every 4::1 using 1:($7*57.29578) with lines lw 2 lc rgb "#1f5fbf" title "roll", \
     "" every 4::1 using 1:($10*57.29578) with lines lw 1 lc rgb "#808080" title "steer"

set title "Suspension travel in the lane change, at the wheels"
set ylabel "mm"; set ytics 40
plot "lane_change.csv" every 4::1 using 1:($11*1000) with lines lw 2 lc rgb "#1f5fbf" title "front left", \
     "" every 4::1 using 1:($12*1000) with lines lw 2 lc rgb "#bf5f1f" title "front right", \
     "" every 4::1 using 1:($13*1000) with lines lw 1 dt 4 lc rgb "#1f5fbf" title "rear left", \
     "" every 4::1 using 1:($14*1000) with lines lw 1 dt 4 lc rgb "#bf5f1f" title "rear right"

set title "Half-sine bump, 80 mm high and 3 m long, at 10 m/s: suspension travel at the wheels, heave of the chassis"
set xrange [0:4]
plot "bump.csv" every 4::1 using 1:($11*1000) with lines lw 2 lc rgb "#1f5fbf" title "front", \
     "" every 4::1 using 1:($13*1000) with lines lw 1 dt 4 lc rgb "#1f5fbf" title "rear", \
     "" every 4::1 using 1:(($4-0.4871)*1000) with lines lw 2 lc rgb "#404040" title "heave"
unset multiplot

# the lane change alone, in a small picture
set terminal svg size 900,400 font "sans,13" background "white"
set output "lane_change.svg"
set rmargin 2
set multiplot layout 2,1
set title "Double lane change at 20 m/s: the path, and the vehicle every 0.8 s"
set xlabel "x / m"; set ylabel "y / m"
set xrange [0:180]; set yrange [-8:9]; set ytics 4
plot "lane_change.csv" every 80::1 using (corner_x(rear, half, $2, $5)):(corner_y(rear, half, $3, $5)):((front-rear)*cos($5)):((front-rear)*sin($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 80::1 using (corner_x(rear, -half, $2, $5)):(corner_y(rear, -half, $3, $5)):((front-rear)*cos($5)):((front-rear)*sin($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 80::1 using (corner_x(rear, -half, $2, $5)):(corner_y(rear, -half, $3, $5)):(-2*half*sin($5)):(2*half*cos($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 80::1 using (corner_x(front, -half, $2, $5)):(corner_y(front, -half, $3, $5)):(-2*half*sin($5)):(2*half*cos($5)) with vectors nohead lc rgb "#404040" notitle, \
     "" every 4::1 using 2:3 with lines lw 2 lc rgb "#1f5fbf" notitle
set title "Suspension travel at the wheels"
set key inside horizontal top right
set xrange [0:9]; set yrange [-90:80]; set xlabel "t / s"; set ylabel "mm"; set ytics 40
plot "lane_change.csv" every 8::1 using 1:($11*1000) with lines lw 2 lc rgb "#1f5fbf" title "front left", \
     "" every 8::1 using 1:($12*1000) with lines lw 2 lc rgb "#bf5f1f" title "front right", \
     "" every 8::1 using 1:($13*1000) with lines lw 1 dt 4 lc rgb "#1f5fbf" title "rear left", \
     "" every 8::1 using 1:($14*1000) with lines lw 1 dt 4 lc rgb "#bf5f1f" title "rear right"
unset multiplot
