import type { Viewer } from '#server/session.ts'

/** Everybody deletes what they have written themselves (G12). */
export const mayDelete = (viewer: Viewer, message: { sender_id: string }): boolean => message.sender_id === viewer.id
