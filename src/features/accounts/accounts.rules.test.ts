import { describe, expect, test } from 'vitest'
import {
  authErrorText,
  displayNameProblem,
  isReservedUsername,
  landingPath,
  newPasswordProblem,
  passwordStrength,
  safeTarget,
  secondStepPath,
  usernameProblem,
  withTarget,
} from './accounts.rules.ts'
import { FIELD_TEXTS, redirectErrorText, SERVER_TEXTS } from './accounts.texts.ts'

describe('usernames', () => {
  test('have 3 to 20 letters, digits, underscores and hyphens [R-AUTH-30, R-AUTH-31, R-AUTH-32]', () => {
    for (const good of ['abc', 'a_b-c', 'A1', 'x'.repeat(20), '007', 'a--b__c'])
      expect([good, usernameProblem(good)]).toEqual([good, good === 'A1' ? FIELD_TEXTS.usernameTooShort : null])
    expect(usernameProblem('')).toBe('Username is required')
    expect(usernameProblem('ab')).toBe('Username must be at least 3 characters')
    expect(usernameProblem('x'.repeat(21))).toBe('Username must be less than 20 characters')
  })

  test('do not begin or end with a mark, and contain no other characters (C31) [R-AUTH-33]', () => {
    const edges = 'Username cannot start or end with underscores or hyphens'
    for (const bad of ['_abc', 'abc_', '-abc', 'abc-', '___']) expect([bad, usernameProblem(bad)]).toEqual([bad, edges])
    for (const bad of ['a b c', 'ábc', 'a.b', 'a/b', 'abc\n', '名前です'])
      expect([bad, usernameProblem(bad)]).toEqual([
        bad,
        `Only letters, digits, underscores and hyphens are allowed. ${edges}`,
      ])
  })

  test('are not the names of pages, in any letter case (C31)', () => {
    for (const name of ['signin', 'All-Games', 'JOURNAL', 'api', 'me', 'new', 'forgot-password', 'category', 'feeds'])
      expect([name, isReservedUsername(name)]).toEqual([name, true])
    for (const name of ['mara', 'games4ever', 'constructor', '__proto__'])
      expect([name, isReservedUsername(name)]).toEqual([name, false])
  })
})

test('a display name has 1 to 49 printable characters [R-AUTH-34, R-AUTH-35]', () => {
  expect(displayNameProblem('x'.repeat(49))).toBeNull()
  expect(displayNameProblem('x'.repeat(50))).toBe('Display name must be less than 50 characters')
  expect(displayNameProblem('  ')).toBe('Display name is required')
  for (const blank of ['\u200B', ' \u3164\u2060 ', '\u2800'])
    expect([blank, displayNameProblem(blank)]).toEqual([blank, 'Display name is required'])
  expect(displayNameProblem('Zoë 👩‍🚀 O’Neil')).toBeNull()
  for (const bad of ['a\u0000b', 'a\nb', 'ab\u202Edlrow'])
    expect([bad, displayNameProblem(bad)]).toEqual([bad, FIELD_TEXTS.displayNameCharacters])
})

describe('passwords', () => {
  test('a new password has 8 to 128 characters of three classes [R-AUTH-26, R-AUTH-27, R-AUTH-28, R-AUTH-29]', () => {
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
  ])('%s scores %i points: %s [R-AUTH-05, R-AUTH-06]', (password, score, label) => {
    expect(passwordStrength(password)).toEqual({ score, label })
  })
})

describe('the landing path after signing in', () => {
  const complete = { username: 'ann', display_name: 'Ann', onboarded: true }

  test('is the sign-in form for a visitor [R-SESS-13]', () => {
    expect(landingPath(null, '/profile/games')).toBe('/signin')
  })

  test('is the welcome page for a new member, with the target preserved [R-SESS-14]', () => {
    expect(landingPath({ ...complete, onboarded: false })).toBe('/welcome?new=true')
    // This condition comes before the missing name, as documented.
    expect(landingPath({ username: null, display_name: null, onboarded: false }, '/game/igdb_1?tab=media')).toBe(
      '/welcome?new=true&next=%2Fgame%2Figdb_1%3Ftab%3Dmedia',
    )
  })

  test('asks for a missing name; missing settings count as onboarded [R-SESS-15]', () => {
    expect(landingPath({ ...complete, username: null }, '/profile')).toBe('/?profile_incomplete=true')
    expect(landingPath({ ...complete, display_name: null })).toBe('/?profile_incomplete=true')
    expect(landingPath({ ...complete, display_name: '', onboarded: null })).toBe('/?profile_incomplete=true')
    expect(landingPath({ ...complete, onboarded: null }, '/profile')).toBe('/profile')
  })

  test('is the target, or the home page, for everybody else [R-SESS-16]', () => {
    expect(landingPath(complete, '/profile/journal')).toBe('/profile/journal')
    expect(landingPath(complete)).toBe('/')
    expect(landingPath(complete, 'https://evil.example/')).toBe('/')
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
    ['profile/games', '/'],
    ['https://evil.example/games', '/'],
    ['/profile/signin', '/profile/signin'],
    ['', '/'],
    [null, '/'],
    ['/signin', '/'],
    ['/signup?redirect=/x', '/'],
    ['/signing', '/signing'],
  ])('the target %j leads to %s and never to another site (G06)', (target, path) => {
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
  ])('a target is encoded for a header and checked as a browser reads it: %s', (target, path) => {
    expect(safeTarget(target)).toBe(path)
  })

  test('the links between the forms preserve the target (G06)', () => {
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
  ['email_not_confirmed', 'Please verify your email address before signing in.', 'R-AUTH-14'],
  ['already_confirmed', 'This email is already confirmed. Please sign in.', 'R-AUTH-14'],
  ['whatever', 'Authentication failed. Please try again.', 'R-AUTH-14'],
  ['constructor', 'Authentication failed. Please try again.', 'R-AUTH-14'],
])(
  '?error=%s has the text: %s (%s) [R-AUTH-09, R-AUTH-10, R-AUTH-11, R-AUTH-12, R-AUTH-13, R-AUTH-14]',
  (code, text) => {
    expect(redirectErrorText(code)).toBe(text)
  },
)

test('a sign-in without an address says whose setting is missing, and does not ask to try again', () => {
  const text = redirectErrorText('no_email', 'Discord')
  expect(text).toMatch(/^Discord did not give us your email address/)
  expect(text).not.toMatch(/try again/i)
})

test('an account that exists names the provider, Google by default', () => {
  const text = (provider: string) =>
    `This email already has a password. Sign in with your password first, then link ${provider} in Settings.`
  expect(redirectErrorText('account_exists')).toBe(text('Google'))
  expect(redirectErrorText('account_exists', 'Discord')).toBe(text('Discord'))
})

describe('the texts of a refused sign-in or sign-up', () => {
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
    'the server’s own message for %s has the title %s, inline %s (%s) [R-AUTH-59, R-AUTH-60, R-AUTH-63, R-AUTH-64, R-AUTH-65, R-AUTH-67, R-AUTH-68]',
    (code, title, inline) => {
      const text = authErrorText({ code, message: SERVER_TEXTS[code] })
      expect([text.title, text.inline?.text]).toEqual([title, inline])
    },
  )

  test.each([
    ['Account disabled', ['account_disabled']],
    ['Wrong code', ['invalid_code']],
    ['Sign-in has expired', ['second_step_over']],
    ['Passkey not accepted', ['passkey_unknown', 'passkey_failed', 'passkey_not_verified']],
    ['Connection problem', ['offline', 'timeout', 'slow', 'network']],
    ['Something went wrong', ['validation_failed', 'invalid_grant', 'internal', 'csrf_invalid']],
  ])('%s is the title of %o, whatever the message says', (title, codes) => {
    for (const code of codes)
      expect([code, authErrorText({ code, message: 'Invalid credentials' })]).toEqual([
        code,
        { title, detail: 'Invalid credentials', inline: null },
      ])
  })

  test('a refusal that concerns a field names it', () => {
    const field = (code: keyof typeof SERVER_TEXTS) =>
      authErrorText({ code, message: SERVER_TEXTS[code] }).inline?.field
    expect([field('invalid_credentials'), field('user_not_found'), field('user_already_exists')]).toEqual([
      'password',
      'email',
      'email',
    ])
  })

  test('the detail is the documented one, or the server’s message (C10)', () => {
    const detail = (code: keyof typeof SERVER_TEXTS) => authErrorText({ code, message: SERVER_TEXTS[code] }).detail
    expect(detail('invalid_credentials')).toMatch(/^The email or password you entered is incorrect/)
    expect(detail('rate_limit_exceeded')).toBe('Please wait a few minutes')
    expect(detail('validation_failed')).toBe('Please check your information and try again.')
    expect(detail('user_already_exists')).toBe('An account with this email already exists.')
  })

  test('a password with too few classes is weak, not short [R-AUTH-62]', () => {
    expect(authErrorText({ code: 'weak_password', message: FIELD_TEXTS.passwordTooPlain }).title).toBe('Weak password')
  })

  test.each([
    ['Invalid credentials', 'Login failed', 'R-AUTH-59'],
    ['Invalid login credentials', 'Login failed', 'R-AUTH-59'],
    ['User not found', 'Account not found', 'R-AUTH-60'],
    ['EMAIL NOT FOUND', 'Account not found', 'R-AUTH-60'],
    ['Invalid email', 'Invalid email', 'R-AUTH-61'],
    ['Weak password', 'Weak password', 'R-AUTH-62'],
    ['This password is far too weak', 'Weak password', 'R-AUTH-62'],
    ['Password is too short', 'Password too short', 'R-AUTH-63'],
    ['Short password', 'Password too short', 'R-AUTH-63'],
    ['Too many requests', 'Too many attempts', 'R-AUTH-64'],
    ['Rate limit reached', 'Too many attempts', 'R-AUTH-64'],
    ['User already registered', 'Email already registered', 'R-AUTH-65'],
    ['Network request failed', 'Connection problem', 'R-AUTH-66'],
    ['Email not confirmed', 'Email not verified', 'R-AUTH-67'],
    ['The moon is full', 'Something went wrong', 'R-AUTH-68'],
  ])(
    'without a known code, the message "%s" has the title %s (%s) [R-AUTH-59, R-AUTH-60, R-AUTH-61, R-AUTH-62, R-AUTH-63, R-AUTH-64, R-AUTH-65, R-AUTH-66, R-AUTH-67, R-AUTH-68]',
    (message, title) => {
      expect(authErrorText({ code: 'unknown', message }).title).toBe(title)
    },
  )

  test('an empty message and an unreachable server have texts too [R-AUTH-66, R-AUTH-78]', () => {
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

  test('a taken username shows its error at the field', () => {
    const text = authErrorText({ code: 'username_taken', message: FIELD_TEXTS.usernameTaken })
    expect(text).toEqual({
      title: 'Username taken',
      detail: 'Username is already taken',
      inline: { field: 'username', text: 'Username is already taken' },
    })
  })
})

test('the URL of the second step contains only a safe target (G06)', () => {
  expect(secondStepPath('/all-games?genre=rpg')).toBe('/signin?step=code&redirect=%2Fall-games%3Fgenre%3Drpg')
  for (const nowhere of [null, undefined, '/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    expect(secondStepPath(nowhere)).toBe('/signin?step=code')
})
