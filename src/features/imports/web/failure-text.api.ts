import { showFailure as showWriteFailure } from '#web/write-failure.ts'

/** Shows why a step of an import failed. */
export const showFailure = (error: unknown): void => showWriteFailure('Not done', error)
