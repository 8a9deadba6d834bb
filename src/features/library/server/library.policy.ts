import type { Viewer } from '#server/routes.ts'

/** A library is written by its member alone (C53). */
export function mayWriteLibraryOf(viewer: Viewer, userId: string): boolean {
  return viewer.id === userId
}
