import { useRef, useState } from 'react'
import type { GameId } from '#shared/ids.ts'

/** The games that are selected for a bulk action. */
export interface Selection {
  isOn: boolean
  chosen: ReadonlySet<GameId>
  start: () => void
  stop: () => void
  /** Toggles one game. With `isRange` all games from the last pressed one to this one get the new state of this one. */
  toggle: (id: GameId, isRange: boolean) => void
  choose: (ids: readonly GameId[]) => void
}

const NONE: ReadonlySet<GameId> = new Set()

/** Returns a selection among `rows`, in their order; it ends when `list` changes. */
export function useSelection(rows: readonly { game_id: GameId }[], list: string): Selection {
  const [state, setState] = useState<{ list: string; chosen: ReadonlySet<GameId> } | null>(null)
  const last = useRef<GameId | null>(null)
  const isOn = state?.list === list
  const chosen = isOn ? state.chosen : NONE
  const set = (next: ReadonlySet<GameId>) => setState({ list, chosen: next })
  return {
    isOn,
    chosen,
    start: () => {
      last.current = null
      set(NONE)
    },
    stop: () => setState(null),
    toggle: (id, isRange) => {
      const ids = rows.map(({ game_id }) => game_id)
      const [from, to] = [last.current === null ? -1 : ids.indexOf(last.current), ids.indexOf(id)]
      const pressed = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
      const isSelecting = !chosen.has(id)
      const next = new Set(chosen)
      for (const one of pressed) isSelecting ? next.add(one) : next.delete(one)
      last.current = id
      set(next)
    },
    choose: (ids) => set(new Set(ids)),
  }
}
