import type { Statement } from './sql-server.ts'

/** A statement that was seen on its way to the database; milliseconds. */
export interface Seen extends Statement {
  began: number
  ended: number
}

/** Statements that began before any of the wave had ended belong to it: they were under way together. */
export function wavesOf(statements: readonly Seen[]): Statement[][] {
  const waves: Statement[][] = []
  let firstEnd = Number.NEGATIVE_INFINITY
  for (const { text, values, began, ended } of statements) {
    const wave = waves.at(-1)
    if (wave && began < firstEnd) {
      wave.push({ text, values })
      firstEnd = Math.min(firstEnd, ended)
    } else {
      waves.push([{ text, values }])
      firstEnd = ended
    }
  }
  return waves
}
