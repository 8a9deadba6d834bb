import { pickedUpText } from '#shared/sentences.ts'

/** Spoken while an item of a list is moved by keyboard; `how` when the handle of a row has the focus. */
export const MOVE_TEXTS = {
  how: (noun: string) =>
    `Press Space to pick the ${noun} up, the arrow keys to move it, Space to put it down, and Escape to leave it where it was.`,
  pickedUp: (name: string, place: string) => `${pickedUpText(name)} It is at ${place}.`,
  moves: (name: string, place: string) => `${name} moves to ${place}.`,
  putDown: (name: string, place: string) => `${name} is put down at ${place}.`,
  stays: (name: string, place: string) => `${name} stays at ${place}.`,
} as const
