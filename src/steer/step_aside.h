// When one steps aside for others who come: the same for all models that do, one by one and many at once.
#ifndef WI_STEP_ASIDE_H
#define WI_STEP_ASIDE_H

#define STEP_ASIDE_SLOW 0.5f  // of the preferred speed: who advances no faster is held up
#define STEP_ASIDE_REACH 1.0f // m between bodies: so close before one are those for whom one does it
#define STEP_ASIDE_RANK 0.8f  // who has a lower rank just now does it (precedence.h): else nobody would pass a door

// Where two crowds walk through each other, one begins before it is held up. Those who share a goal or a door meet at other
// angles, or are few.
#define STEP_ASIDE_CROWD 8        // others as close
#define STEP_ASIDE_SEVERAL 2      // who come straight towards one
#define STEP_ASIDE_SIGHT 2.5f     // m between bodies: so close before one are those who come
#define STEP_ASIDE_OPPOSED2 0.81f // the square of the cosine of two ways from which on they are those of two crowds
#define STEP_ASIDE_SHARE 0.6f     // of the turn to the side, for one who is brought to a stand; less as it gets on

#endif
