export const LIST_ACTION_WORDS = 'add this game to a list'

export const addToListText = (name: string): string => `Add ${name} to a list…`

export const ADD_GAME = 'Add a game to this list'
export const ADD_GAME_WORDS = 'add games, edit this list'

export const ADD_TO_LIST = 'Add to list…'
export const ADD_TO_LIST_SIGN_IN = 'Please sign in to add games to your lists'
