/** Returns the address of an activity, which also serves as its link to share. */
export const activityPath = (id: string): string => `/activity/${id}`
