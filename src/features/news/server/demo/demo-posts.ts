import type { NewsCategory, NewsStatus } from '../../news.rules.ts'

export interface DemoPost {
  title: string
  excerpt: string
  category: NewsCategory
  badge?: string
  status?: NewsStatus
  /** Days until it appears, counted from today; negative for the past. */
  day: number
  /** A drawing of this site, made of the demo's own data. */
  picture?: '{{year}}'
  /** Markdown. `{{year}}` and `{{list}}` are the addresses of such drawings. */
  content: string
}

/** The news of the demo world, the newest first. What they say is true of this software. */
export const DEMO_POSTS: readonly DemoPost[] = [
  {
    title: 'Next: finish what you started',
    excerpt: 'Three games that wait for their ending. The next challenge begins in a few days.',
    category: 'Community',
    day: 6,
    content: `Everybody has them: games that stopped ten minutes before the end, or one region before it. The next challenge is for these.

- Complete three games
- Earn twenty-five achievements on the way

[Join it](/challenges) before or after it begins. What you log from then on counts by itself.`,
  },
  {
    title: 'Playing together: what we are thinking about',
    excerpt: 'Notes for a post about choosing a game for the evening.',
    category: 'Product Update',
    status: 'draft',
    day: 0,
    content: `- Which games do all of us own?
- Which of them have we put off the longest?
- Who decides?`,
  },
  {
    title: 'Your year has a page, and it is already open',
    excerpt:
      'Every year of yours is one page: hours, games, days and favourites, counted live from January to December.',
    category: 'Feature',
    badge: 'Featured',
    day: -2,
    picture: '{{year}}',
    content: `Most places show you your year in December, once, with music. We think a year is worth a look in March, too.

## What is on it

Your profile has a page for every year, from your first log to the current one. It counts from your own entries and play sessions, so it changes the moment you log.

- **Hours and games**, with the longest, the first and the last of them
- **Month by month and day by day**, with your longest run of days
- **Platforms and genres**
- **Your stars beside those of others**, and the games on which you disagree most

## Who sees it

The page follows the settings of your profile. If your library is for friends only, so are the hours on it. Visitors see what they may see, and nothing hints at the rest.

## A picture to share

There are two pictures to download, a wide one for a post and a tall one for the screen of a phone. They contain only what visitors may see of your year.

> A year page is not a report card. It is a drawer that you can open at any time.`,
  },
  {
    title: 'Spoilers stay folded until you get there',
    excerpt:
      'Mark how far your review goes. Readers who are not that far see one sentence and a button instead of the text.',
    category: 'Feature',
    day: -9,
    content: `A good review of an ending is of no use to somebody in chapter two. So an author can now state how much of the game a text gives away.

## For writers

When you write a review or a comment, choose the share of the game that it talks about. A number is enough: *everything up to 60 %*.

## For readers

Your own progress decides. If your library says that you are at 45 %, a text about the first 40 % is simply there. One about the last hour is folded, with a sentence that says where it opens. **Show it** opens it anyway, for you and once.

| You are at | The text spoils up to | You see |
| --- | --- | --- |
| 45 % | 40 % | the text |
| 45 % | 80 % | a sentence and a button |
| Completed | 100 % | the text |

Texts for feed readers and in link previews are folded for everybody, because nobody knows how far their reader is.`,
  },
  {
    title: 'Passkeys and a second step for your account',
    excerpt: 'Sign in with your phone, your key or your face, or add a code from an app. Both are in the settings now.',
    category: 'Security',
    day: -17,
    content: `A password is only as good as the place where you typed it last. There are two better ways, and you can use both.

## Passkeys

A passkey stays on your device and is never sent to us. Nobody can guess it, and a copied page cannot ask for it. Add one at *Settings*, in the part about security. You can name your passkeys and remove each of them.

## A second step

With two-factor sign-in, the password is followed by six digits from an app of your choice. You get recovery codes: print them, or keep them where you keep other keys.

1. Open the settings
2. Scan the square with the app
3. Type the code that it shows

## What else is there

- Too many wrong passwords slow down the guesser, not you: devices that you know are not held up
- The list of your sessions shows where you are signed in, and ends each of them`,
  },
  {
    title: 'Lists: in order or not, shared or not',
    excerpt:
      'Put games together for a rainy Sunday, rank them if you must, and add a note to each. Others can clone a list and go their own way.',
    category: 'Product Update',
    badge: 'Featured',
    day: -26,
    content: `Shelves say what you have played. Lists say what you mean by it.

## How it works

Any game can go on any of your lists, from its poster or its page. Drag the games, or move them with the keyboard. A list can have numbers, and every game can have a note.

![The picture of a list, as link previews show it]({{list}})

A list is private until you share it. Then it has its own address, a picture for link previews, comments and likes.

## Cloning

**Clone** makes a private list with the same games and order. The description and the notes stay with their author: those are their words.

Readers see how far they are: *12 of 40 played*, counted from their library.`,
  },
  {
    title: 'A hundred slow hours has begun',
    excerpt: 'Our challenge for people who are in no hurry. Join, play anything, and what you log counts by itself.',
    category: 'Community',
    day: -11,
    content: `No rush, no completion: just play. The challenge asks for a hundred hours of anything that is on your shelf, alone or on the sofa with somebody.

There is nothing to enter. [Join it](/challenges), and the hours that you log from then on are added up for you. The ranking shows only members who let others see their library, so you can take part in private.

If you leave, your progress goes with you. If you come back, it starts again.`,
  },
  {
    title: 'Take everything with you',
    excerpt:
      'All that you have written and logged here, as files, whenever you want it. And a way out that really deletes.',
    category: 'Announcement',
    day: -47,
    content: `What you log here is yours. That is easy to say, so here is what it means.

## Export

In the settings you can have your data prepared: one JSON file with everything, from library and play sessions to messages and settings, and tables of your library, reviews, journal and lists that other sites can read. The files wait for you for seven days.

\`\`\`json
{ "game": "Hades", "status": "completed", "play_time": 48.5 }
\`\`\`

Times are in UTC, and hours are hours.

## Feeds

Every public profile has Atom feeds of reviews, lists and activity. Your feed reader finds them by itself. These news have [one as well](/info/news/atom.xml).

## Leaving

You can delete your account in the settings. Your profile disappears at once, and all sessions end. For 14 days, signing in restores everything. After that it is deleted for good; what you said in public conversations stays without your name.`,
  },
  {
    title: 'Welcome to Savepoint',
    excerpt: 'A shelf, a diary and a feed for people who play games, run by the people who host it.',
    category: 'Announcement',
    day: -80,
    content: `Savepoint is a place to keep every game you play.

**The shelf** has four statuses: want to play, playing, completed and dropped. Stars come in halves. One click on any poster is enough, and the full form is there if you want to say more.

**The diary** is your journal, and a ledger of play sessions: thirty minutes here, two hours there, each with its day.

**The feed** shows what your friends are up to. You decide who sees your activity, your library and your friends, each on its own.

It is open source and runs on a small machine. There are no advertisements, and nothing is measured about you without your consent.

[Find a game](/all-games) and put it on your shelf. That is all it takes.`,
  },
]
