/** A point of the history of an entry. */
export interface ImportedPoint {
  at: string
  play_time: number
  completion_percentage: number
  /** What no play session of that time accounts for; may be below 0. */
  undated_hours: number
}

/** So many points of the history of one game an import adds. */
export const MAX_IMPORTED_POINTS = 5000
