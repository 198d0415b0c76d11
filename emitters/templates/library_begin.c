/* A library:  cc -std=c99 -O2 -fPIC -fvisibility=hidden -shared -o lib@M@.so THIS_FILE -lm */
