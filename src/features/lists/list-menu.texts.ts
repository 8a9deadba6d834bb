export const ADD_TO_LIST = 'Add to list…'
