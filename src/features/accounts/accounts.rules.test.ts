import { describe, expect, test } from 'vitest'
import {
  arrivalErrorText,
  authErrorText,
  displayNameProblem,
  FIELD_TEXTS,
  isReservedUsername,
  landingPath,
  newPasswordProblem,
  passwordStrength,
  SERVER_TEXTS,
  safeTarget,
  secondStepPath,
  usernameProblem,
  withTarget,
} from './accounts.rules.ts'

describe('usernames', () => {
  test('have 3 to 20 letters, digits, underscores and hyphens [R-AUTH-30, R-AUTH-31, R-AUTH-32]', () => {
    for (const good of ['abc', 'a_b-c', 'A1', 'x'.repeat(20), '007', 'a--b__c'])
      expect([good, usernameProblem(good)]).toEqual([good, good === 'A1' ? FIELD_TEXTS.usernameTooShort : null])
    expect(usernameProblem('')).toBe('Username is required')
    expect(usernameProblem('ab')).toBe('Username must be at least 3 characters')
    expect(usernameProblem('x'.repeat(21))).toBe('Username must be less than 20 characters')
  })

  test('do not begin or end with a mark, and hold nothing else (C31) [R-AUTH-33]', () => {
    const edges = 'Username cannot start or end with underscores or hyphens'
    for (const bad of ['_abc', 'abc_', '-abc', 'abc-', '___']) expect([bad, usernameProblem(bad)]).toEqual([bad, edges])
    for (const bad of ['a b c', 'ábc', 'a.b', 'a/b', 'abc\n', '名前です'])
      expect([bad, usernameProblem(bad)]).toEqual([
        bad,
        `Only letters, digits, underscores and hyphens are allowed. ${edges}`,
      ])
  })

  test('are not the names of pages, in any letter case (C31)', () => {
    for (const name of ['signin', 'All-Games', 'JOURNAL', 'api', 'me', 'new', 'forgot-password', 'category'])
      expect([name, isReservedUsername(name)]).toEqual([name, true])
    for (const name of ['mara', 'games4ever', 'constructor', '__proto__'])
      expect([name, isReservedUsername(name)]).toEqual([name, false])
  })
})

test('a display name has 1 to 49 characters that can be shown [R-AUTH-34, R-AUTH-35]', () => {
  expect(displayNameProblem('x'.repeat(49))).toBeNull()
  expect(displayNameProblem('x'.repeat(50))).toBe('Display name must be less than 50 characters')
  expect(displayNameProblem('  ')).toBe('Display name is required')
  expect(displayNameProblem('Zoë 👩‍🚀 O’Neil')).toBeNull()
  for (const bad of ['a\u0000b', 'a\nb', 'ab\u202Edlrow'])
    expect([bad, displayNameProblem(bad)]).toEqual([bad, FIELD_TEXTS.displayNameCharacters])
})

describe('passwords', () => {
  test('a new one has 8 to 128 characters of three classes [R-AUTH-26, R-AUTH-27, R-AUTH-28, R-AUTH-29]', () => {
    expect(newPasswordProblem('')).toBe('Password is required')
    expect(newPasswordProblem('Abcdef1')).toBe('Password must be at least 8 characters')
    expect(newPasswordProblem(`Aa1${'x'.repeat(126)}`)).toBe('Password is too long (max 128 characters)')
    expect(newPasswordProblem(`Aa1${'x'.repeat(125)}`)).toBeNull()
    const plain = 'Password must contain at least 3 of: lowercase, uppercase, number, special character'
    for (const bad of ['abcdefgh', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', '12345678', 'abc def '])
      expect([bad, newPasswordProblem(bad)]).toEqual([bad, plain])
    for (const good of ['Abcdefg1', 'abcdef1!', 'ABCDEF1 ', 'Abcdefg!'])
      expect([good, newPasswordProblem(good)]).toEqual([good, null])
  })

  test.each([
    ['abc', 1, 'Weak'],
    ['abcdefgh', 2, 'Weak'],
    ['abcdefg1', 3, 'Good'],
    ['Abcdefgh', 3, 'Good'],
    ['Abcdefg1', 4, 'Strong'],
    ['Abcdef1!', 5, 'Strong'],
    ['aB1!', 4, 'Strong'],
  ])('%s has %i points: %s [R-AUTH-05, R-AUTH-06]', (password, score, label) => {
    expect(passwordStrength(password)).toEqual({ score, label })
  })
})

describe('the way after signing in', () => {
  const whole = { username: 'ann', display_name: 'Ann', onboarded: true }

  test('nobody goes to the form [R-SESS-13]', () => {
    expect(landingPath(null, '/profile/games')).toBe('/signin')
  })

  test('newcomers are welcomed first, and keep where they were going [R-SESS-14]', () => {
    expect(landingPath({ ...whole, onboarded: false })).toBe('/welcome?new=true')
    // Before the missing name, as documented.
    expect(landingPath({ username: null, display_name: null, onboarded: false }, '/game/igdb_1?tab=media')).toBe(
      '/welcome?new=true&next=%2Fgame%2Figdb_1%3Ftab%3Dmedia',
    )
  })

  test('a missing name is asked for; missing settings count as onboarded [R-SESS-15]', () => {
    expect(landingPath({ ...whole, username: null }, '/profile')).toBe('/?profile_incomplete=true')
    expect(landingPath({ ...whole, display_name: null })).toBe('/?profile_incomplete=true')
    expect(landingPath({ ...whole, display_name: '', onboarded: null })).toBe('/?profile_incomplete=true')
    expect(landingPath({ ...whole, onboarded: null }, '/profile')).toBe('/profile')
  })

  test('everybody else goes where they wanted, or home [R-SESS-16]', () => {
    expect(landingPath(whole, '/profile/journal')).toBe('/profile/journal')
    expect(landingPath(whole)).toBe('/')
    expect(landingPath(whole, 'https://evil.example/')).toBe('/')
  })

  test.each([
    ['/profile/journal?a=1#b', '/profile/journal?a=1#b'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\/evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['profile', '/'],
    ['', '/'],
    [null, '/'],
    ['/signin', '/'],
    ['/signup?redirect=/x', '/'],
    ['/signing', '/signing'],
  ])('%j leads to %s and never off the site (G06)', (target, path) => {
    expect(safeTarget(target)).toBe(path)
    expect(new URL(safeTarget(target), 'https://here.example').origin).toBe('https://here.example')
  })

  test.each([
    ['/🎮?q=ゼルダ#ü', '/%F0%9F%8E%AE?q=%E3%82%BC%E3%83%AB%E3%83%80#%C3%BC'],
    ['/a b', '/a%20b'],
    ['/%F0%9F%8E%AE', '/%F0%9F%8E%AE'],
    ['/\ud800', '/%EF%BF%BD'],
    ['/game/../all-games?page=2', '/all-games?page=2'],
    ['/..//evil.example', '/'],
    ['/%2e%2e//evil.example', '/'],
    ['/game/..//evil.example', '/'],
    ['/./signin', '/'],
    ['/game/../signup?redirect=/signup', '/'],
  ])('a target is written as it can stand in a header, and judged as a browser reads it: %s', (target, path) => {
    expect(safeTarget(target)).toBe(path)
  })

  test('the target is kept from form to form (G06)', () => {
    expect(withTarget('/signup', '/game/igdb_1?tab=x')).toBe('/signup?redirect=%2Fgame%2Figdb_1%3Ftab%3Dx')
    expect(withTarget('/signin', null)).toBe('/signin')
    expect(withTarget('/signin', '//evil.example')).toBe('/signin')
  })
})

test.each([
  ['oauth_failed', 'Social sign-in failed. Please try again.', 'R-AUTH-09'],
  ['auth_failed', 'Authentication failed. Please check your credentials.', 'R-AUTH-10'],
  ['no_session', 'Could not establish session. Please try again.', 'R-AUTH-11'],
  ['callback_failed', 'Authentication callback failed. Please try again.', 'R-AUTH-12'],
  ['no_code', 'Invalid authentication request. Please try again.', 'R-AUTH-13'],
  ['whatever', 'Authentication failed. Please try again.', 'R-AUTH-14'],
  ['constructor', 'Authentication failed. Please try again.', 'R-AUTH-14'],
])('?error=%s says: %s (%s) [R-AUTH-09, R-AUTH-10, R-AUTH-11, R-AUTH-12, R-AUTH-13, R-AUTH-14]', (code, text) => {
  expect(arrivalErrorText(code)).toBe(text)
})

describe('telling a failure', () => {
  test.each<[keyof typeof SERVER_TEXTS, string, string | undefined, string]>([
    ['invalid_credentials', 'Login failed', 'Invalid email or password', 'R-AUTH-59'],
    ['user_not_found', 'Account not found', 'Email not found', 'R-AUTH-60'],
    ['email_not_confirmed', 'Email not verified', undefined, 'R-AUTH-67'],
    ['weak_password', 'Password too short', undefined, 'R-AUTH-63'],
    ['user_already_exists', 'Email already registered', 'This email is already registered', 'R-AUTH-65'],
    ['rate_limit_exceeded', 'Too many attempts', undefined, 'R-AUTH-64'],
    ['invalid_grant', 'Something went wrong', undefined, 'R-AUTH-68'],
    ['validation_failed', 'Something went wrong', undefined, 'R-AUTH-68'],
    ['over_email_send_rate_limit', 'Too many attempts', undefined, 'R-AUTH-64'],
  ])(
    'the server’s own sentence for %s is titled %s, inline %s (%s) [R-AUTH-59, R-AUTH-60, R-AUTH-63, R-AUTH-64, R-AUTH-65, R-AUTH-67, R-AUTH-68]',
    (code, title, inline) => {
      const face = authErrorText({ code, message: SERVER_TEXTS[code] })
      expect([face.title, face.inline?.text]).toEqual([title, inline])
    },
  )

  test('has the documented details, else the server’s sentence (C10)', () => {
    const detail = (code: keyof typeof SERVER_TEXTS) => authErrorText({ code, message: SERVER_TEXTS[code] }).detail
    expect(detail('invalid_credentials')).toMatch(/^The email or password you entered is incorrect/)
    expect(detail('rate_limit_exceeded')).toBe('Please wait a few minutes')
    expect(detail('validation_failed')).toBe('Please check your information and try again.')
    expect(detail('user_already_exists')).toBe('An account with this email already exists.')
  })

  test('a password of too few classes is weak, not short [R-AUTH-62]', () => {
    expect(authErrorText({ code: 'weak_password', message: FIELD_TEXTS.passwordTooPlain }).title).toBe('Weak password')
  })

  test.each([
    ['Invalid credentials', 'Login failed', 'R-AUTH-59'],
    ['Invalid login credentials', 'Login failed', 'R-AUTH-59'],
    ['User not found', 'Account not found', 'R-AUTH-60'],
    ['EMAIL NOT FOUND', 'Account not found', 'R-AUTH-60'],
    ['Invalid email', 'Invalid email', 'R-AUTH-61'],
    ['Weak password', 'Weak password', 'R-AUTH-62'],
    ['Password is too short', 'Password too short', 'R-AUTH-63'],
    ['Short password', 'Password too short', 'R-AUTH-63'],
    ['Too many requests', 'Too many attempts', 'R-AUTH-64'],
    ['Rate limit reached', 'Too many attempts', 'R-AUTH-64'],
    ['User already registered', 'Email already registered', 'R-AUTH-65'],
    ['Network request failed', 'Connection problem', 'R-AUTH-66'],
    ['Email not confirmed', 'Email not verified', 'R-AUTH-67'],
    ['The moon is full', 'Something went wrong', 'R-AUTH-68'],
  ])(
    'without a known code "%s" is titled %s (%s) [R-AUTH-59, R-AUTH-60, R-AUTH-61, R-AUTH-62, R-AUTH-63, R-AUTH-64, R-AUTH-65, R-AUTH-66, R-AUTH-67, R-AUTH-68]',
    (message, title) => {
      expect(authErrorText({ code: 'unknown', message }).title).toBe(title)
    },
  )

  test('a server that says nothing and a server that cannot be reached have words too [R-AUTH-66, R-AUTH-78]', () => {
    expect(authErrorText({ code: 'unknown', message: '' })).toEqual({
      title: 'Something went wrong',
      detail: 'An error occurred. Please try again.',
      inline: null,
    })
    const offline = 'Network error - please check your connection and try again'
    expect(authErrorText({ code: 'network', message: offline })).toMatchObject({
      title: 'Connection problem',
      detail: offline,
    })
  })

  test('a taken name is told at its field', () => {
    const face = authErrorText({ code: 'username_taken', message: FIELD_TEXTS.usernameTaken })
    expect(face).toEqual({
      title: 'Username taken',
      detail: 'Username is already taken',
      inline: { field: 'username', text: 'Username is already taken' },
    })
  })
})

test('the second step keeps a safe target, and no other (G06)', () => {
  expect(secondStepPath('/all-games?genre=rpg')).toBe('/signin?step=code&redirect=%2Fall-games%3Fgenre%3Drpg')
  for (const nowhere of [null, undefined, '/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    expect(secondStepPath(nowhere)).toBe('/signin?step=code')
})
