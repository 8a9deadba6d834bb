export const listAboutText = (games: string, member: string): string => `${games}, a list by ${member}.`
