/**
 * What a member may do beyond their own things: a moderator looks after the forum (G16), an admin after everything
 * (G20).
 */
export const ROLES = ['user', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Returns whether the member may moderate the forum. */
export const isModerator = (member: { role: Role } | null | undefined): boolean =>
  member?.role === 'moderator' || member?.role === 'admin'

/** Reads a stored role; an unknown one has no rights. */
export const readRole = (stored: string | null): Role => ROLES.find((role) => role === stored) ?? 'user'
