/** The names of a member. Both are null until a new member has chosen them, and after the account is deleted. */
export interface NamedMember {
  display_name: string | null
  username: string | null
}

/** Stands for a member without any name (R-ACT-02). */
export const UNKNOWN_MEMBER = 'Unknown User'

/** Returns the name to show for a member: display name, else username, else `fallback`. */
export function memberName({ display_name, username }: NamedMember, fallback: string = UNKNOWN_MEMBER): string {
  return display_name || username || fallback
}
