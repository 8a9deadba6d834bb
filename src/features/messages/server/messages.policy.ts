import type { Viewer } from '#server/session.ts'

// Who may write to a member is `whyClosed` in messages.rules.ts, because the browser shows it too.

/** Returns whether the viewer may delete a message: only its sender may (G12). */
export const mayDelete = (viewer: Viewer, message: { sender_id: string }): boolean => message.sender_id === viewer.id
