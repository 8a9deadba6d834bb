/**
 * The query keys. A change of the library does not invalidate `running`, because that list says which challenges to
 * update afterwards.
 */
export const challengeKeys = {
  all: ['challenges'] as const,
  shown: ['challenges', 'shown'] as const,
  running: ['challenges', 'running'] as const,
}
