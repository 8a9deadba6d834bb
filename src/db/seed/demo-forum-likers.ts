import { NEWCOMER } from './demo-members.ts'
import { seededRandom } from './seeded-random.ts'

/** Returns the ids of as many members as like the item, never its author. */
export function threadLikers(
  people: readonly { id: string; username: string }[],
  item: { id: string; by: string; likes: number | undefined },
): string[] {
  const random = seededRandom(`likes ${item.by} ${item.likes ?? 0} ${item.id.slice(-4)}`)
  return people
    .filter(({ username }) => username !== item.by && username !== NEWCOMER)
    .map(({ id }) => ({ id, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, item.likes ?? 0)
    .map(({ id }) => id)
}
