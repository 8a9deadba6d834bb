export const FIND_PLATFORM = 'Find a platform …'
