export const FORUM_PAGES = {
  category: (name: string) => `Threads of the forum in the category ${name}.`,
  newThread: 'Start a thread in the forum.',
  home: (productName: string) =>
    `The forum of ${productName}: talk about games, ask for help, and say what this place needs.`,
  thread: (author: string) => `A thread by ${author}.`,
} as const
