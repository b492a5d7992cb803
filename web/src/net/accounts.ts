/** Owners of money or things that are not seats, as the hub numbers them (`hub/domain/ids.py`). */

export const BANK = -1;
export const POT = -2;

/** In the place of a seat: it is nobody's. Not an account, though it is the number of one. */
export const NOBODY = -1;
