import type { ListDraft } from './lists.schemas.ts'

/** The fields of a list of an import with its instants, as ISO texts. */
export interface ImportedList extends ListDraft {
  created_at: string
  updated_at: string
  changed_at: string
}

export interface ImportedListGame {
  game_id: string
  note: string | null
  added_at: string
}
