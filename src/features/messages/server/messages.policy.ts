import type { Viewer } from '#server/session.ts'

/** Returns whether the viewer may delete a message: only its sender may (G12). */
export const mayDelete = (viewer: Viewer, message: { sender_id: string }): boolean => message.sender_id === viewer.id
