import type { Statement } from './sql-server.ts'

/** A recorded statement, with times in milliseconds. */
export interface RecordedStatement extends Statement {
  began: number
  ended: number
}

/**
 * Groups statements into waves. A statement belongs to a wave when it began before any other statement of the wave had
 * ended.
 */
export function wavesOf(statements: readonly RecordedStatement[]): Statement[][] {
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
