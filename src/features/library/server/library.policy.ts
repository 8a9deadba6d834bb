import type { Viewer } from '#server/routes.ts'

/** Returns whether the viewer may write a library: only its owner may (C53). */
export function mayWriteLibraryOf(viewer: Viewer, userId: string): boolean {
  return viewer.id === userId
}
