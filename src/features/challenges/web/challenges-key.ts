/** Of the caches. `running` stays when the library changes: it says what is to be told then. */
export const challengeKeys = {
  all: ['challenges'] as const,
  shown: ['challenges', 'shown'] as const,
  running: ['challenges', 'running'] as const,
}
