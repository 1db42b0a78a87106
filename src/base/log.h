#ifndef WI_LOG_H
#define WI_LOG_H

// The natural logarithm of x > 0, the same bits everywhere; relative error below 1e-14.
double wi_log(double x);

#endif
