/** The parts of a member by which people know them. Both are null until a new member has chosen them, and after a deletion. */
export interface NamedMember {
  display_name: string | null
  username: string | null
}

/** Stands for a member without any name (R-ACT-02). */
export const UNKNOWN_MEMBER = 'Unknown User'

/** The name that a member goes by: display name, else username, else `fallback`. */
export function memberName({ display_name, username }: NamedMember, fallback: string = UNKNOWN_MEMBER): string {
  return display_name || username || fallback
}
