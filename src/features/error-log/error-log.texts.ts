export const ERROR_LOG_JOB = 'Deletes errors of browsers that are older than thirty days.'

export const ERROR_MISSING = 'This error no longer exists'
