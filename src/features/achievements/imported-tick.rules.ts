/** An achievement that a file says the member has. */
export interface ImportedTick {
  /** Its id in our catalogue, if the file comes from this server. */
  id: string
  /** Its id at the source, if it has one. */
  external_id: string | null
  name: string
  /** An ISO text. */
  unlocked_at: string
}

/** An achievement of the catalogue. */
export interface KnownAchievement {
  id: string
  external_id: string | null
  name: string
}

/** Achievements that an import ticks, and how many of the file the catalogue does not have. */
export interface TickPlan {
  ticks: { id: string; unlocked_at: string }[]
  unknown: number
}

/**
 * Returns which achievements of a game an import ticks: by id, by the id at the source, or by a name that only one has.
 * A tick that the member has keeps its time, and none is in the future.
 */
export function planTicks(
  given: readonly ImportedTick[],
  known: readonly KnownAchievement[],
  ticked: ReadonlySet<string>,
  now: Date,
): TickPlan {
  const byName = Map.groupBy(known, ({ name }) => name.toLowerCase())
  const find = ({ id, external_id, name }: ImportedTick) => {
    const named = byName.get(name.toLowerCase()) ?? []
    const byId = known.find((one) => one.id === id)
    return byId ?? known.find((one) => external_id !== null && one.external_id === external_id) ?? onlyOne(named)
  }
  const found = new Map(given.flatMap((tick) => ((one) => (one ? [[one.id, tick] as const] : []))(find(tick))))
  return {
    ticks: [...found].flatMap(([id, { unlocked_at }]) =>
      ticked.has(id) ? [] : [{ id, unlocked_at: unlocked_at < now.toISOString() ? unlocked_at : now.toISOString() }],
    ),
    unknown: given.filter((tick) => find(tick) === undefined).length,
  }
}

const onlyOne = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)
