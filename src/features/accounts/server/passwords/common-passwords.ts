let list: Promise<ReadonlySet<string>> | null = null

/** Loaded at the first new password: most of them stand in the list of 49,000 only in lower case. */
const common = (): Promise<ReadonlySet<string>> => {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return list
}

/**
 * Returns whether a password is one of those that attackers try first, in any letter case, also with signs at its end. The
 * list stays on the server, because it is larger than all JavaScript of a page.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const passwords = await common()
  const lower = password.toLowerCase()
  return passwords.has(lower) || passwords.has(lower.replace(/[^\p{L}\p{N}]+$/u, ''))
}
