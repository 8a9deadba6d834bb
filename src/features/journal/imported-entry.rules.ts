// What an import brings into the journal. Instants are ISO texts.

/** The day, title and instants of an entry. */
export interface ImportedDate {
  /** The author's own day. */
  date: string
  title: string | null
  created_at: string
  updated_at: string
}

/** An entry that stands for itself. */
export interface ImportedEntry extends ImportedDate {
  type: 'daily' | 'progress'
  content: string
  game_id: string | null
  progress: number | null
  hours_played: number | null
}
