/**
 * The query keys. A change of the library does not invalidate `running`, because that list names the challenges to
 * update after the change.
 */
export const challengeKeys = {
  all: ['challenges'] as const,
  shown: ['challenges', 'shown'] as const,
  running: ['challenges', 'running'] as const,
}
