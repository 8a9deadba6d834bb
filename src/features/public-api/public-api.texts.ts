export const API_TEXTS = {
  keyInvalid: 'An Idempotency-Key has 1 to 200 printable characters',
  keyReused: 'This Idempotency-Key came with another request before',
  cursorInvalid: 'This cursor is not one of this list',
  gameUnknown: 'No stored game has this id there',
} as const
