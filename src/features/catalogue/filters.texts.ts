/** Invites to search the choices of a filter, such as 'Find a platform …'. */
export const findText = (filter: string): string => `Find a ${filter.toLowerCase()} …`
