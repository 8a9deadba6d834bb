/** Spoken when the handle of a row has the focus. */
export const howToMoveText = (noun: string): string =>
  `Press Space to pick the ${noun} up, the arrow keys to move it, Space to put it down, and Escape to leave it where it was.`
