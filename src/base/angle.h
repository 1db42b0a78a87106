// Angles are in radians everywhere; what people write in degrees is converted where it is read.
#ifndef WI_ANGLE_H
#define WI_ANGLE_H

#define WI_PI 3.14159265358979323846
#define WI_DEGREE (WI_PI / 180.0)

#endif
