// When one steps aside for others who come: the same for all models that do, one by one and many at once.
#ifndef WI_STEP_ASIDE_H
#define WI_STEP_ASIDE_H

#define STEP_ASIDE_SLOW 0.5f  // of the preferred speed: who advances no faster is held up
#define STEP_ASIDE_REACH 1.0f // m: so close before one are those whom one steps aside for
#define STEP_ASIDE_RANK 0.8f  // who has a lower rank just now does it (precedence.h): else nobody would go first at a door

#endif
