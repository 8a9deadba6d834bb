/** A reply: who wrote what. */
export interface DemoPost {
  by: string
  text: string
  /** The number of the quoted post. */
  quotes?: number
  likes?: number
  spoilsTo?: number
  isDeleted?: boolean
  /** The text before the edit. */
  before?: string
}

export interface DemoThread {
  category: 'general' | 'game-talk' | 'help' | 'feedback' | 'off-topic'
  by: string
  title: string
  text: string
  /** The name of a game; a thread about a game that the catalogue lacks is about none. */
  game?: string
  spoilsTo?: number
  likes?: number
  isPinned?: boolean
  isLocked?: boolean
  /** Days since the beginning, and since the last post. */
  begun: number
  last: number
  posts: readonly DemoPost[]
}

const post = (by: string, text: string, more: Omit<DemoPost, 'by' | 'text'> = {}): DemoPost => ({ by, text, ...more })

/** The threads of the forum, in the voices of their authors (demo-members.ts). */
export const THREADS: readonly DemoThread[] = [
  {
    category: 'general',
    by: 'bettina_b',
    title: 'Welcome: say hello, and how this forum works',
    text: 'Hello and come in. Five categories, no rush. If a text gives something away, set the spoiler mark and everybody who has not come that far gets a curtain instead of an ending.\n\nTell us who you are and what you play.',
    isPinned: true,
    likes: 9,
    begun: 150,
    last: 6,
    posts: [
      post('juno', 'Juno, too many roguelikes, not sorry.', { likes: 4 }),
      post('okonkwo', 'Chidi. I finish about four games a year and talk about them as if it were forty.', { likes: 6 }),
      post('quietmarie', 'I mostly read. Hello.', { likes: 7 }),
      post('teo', '@quietmarie that makes two of us. Hello back.', { quotes: 3, likes: 2 }),
      post('yara-c', 'Yara, here for the lists. Bettina, thank you for the tour.'),
    ],
  },
  {
    category: 'general',
    by: 'mara',
    title: 'What did you finish this month? One game, one line',
    text: 'The rule is in the title: one game, one line. Abandoned on purpose counts as finished.',
    likes: 12,
    begun: 26,
    last: 0.1,
    posts: [
      post('juno', 'Hades, again. The house was quiet and I noticed.', { likes: 5 }),
      post('tobi', 'Portal 2. The turrets still sing better than I do.'),
      post('wren', 'A Short Hike. I took the long way up, as one should.', { likes: 4 }),
      post('sol', 'Celeste, B sides. My thumbs have filed a complaint.'),
      post('ann_reads', 'Pentiment. I went and bought a book about woodcuts.', { likes: 6 }),
      post('okonkwo', 'Firewatch in two evenings. The walk home was longer than usual.'),
      post('pixelpatience', 'Return of the Obra Dinn, without a hint. It took me since March.', { likes: 8 }),
      post('grumblefoot', 'Nothing. Dropped three. A productive month.', { likes: 3 }),
      post('kofi_a', 'Balatro, if one can finish it. I stopped at a number with an e in it.'),
      post('hanaplays', 'Stardew Valley, year three. Grandpa approves.', { likes: 2 }),
      post('dmitri-v', 'Slay the Spire, the heart, with the Silent. At last.'),
      post('leilaz', 'Journey. Somebody waited for me at the snow. I still think of them.', { likes: 9 }),
      post('oskar_nilsen', 'Alien: Isolation, in daylight only.'),
      post('priyam', 'Citizen Sleeper. I watered every plant.', { likes: 2 }),
      post('nightbus', 'Cocoon, on four bus rides.', { likes: 3 }),
      post('mossandmetal', 'Hollow Knight. Ninety hours, eleven of them lost.'),
      post('marguerite', 'Her Story, with a notebook and my sister. We disagree to this day.', { likes: 4 }),
      post('rui_x', 'It Takes Two. We are still together.', { likes: 7 }),
      post('teo', 'Undertale, the kind way. I could not do it the other way.'),
      post('yara-c', 'Gris. I would hang every frame on a wall.'),
      post('juno', 'Okonkwo, the tower, at dusk?', { quotes: 6 }),
      post('okonkwo', 'At dusk. I let the lamp on.', { quotes: 21, likes: 3 }),
      post('sol', 'Into the Breach, four islands. The mechs are fine, thanks for asking.'),
      post('tobi', 'The Secret of Monkey Island. I fight like a cow, apparently.', { likes: 5 }),
      post('wren', 'Donkey Kong Country with my nephew. He drove the mine carts.'),
      post('ann_reads', 'Disco Elysium, as a very sorry cop.', { likes: 4 }),
      post('kofi_a', 'Super Metroid. The map is a masterclass and I got lost in it twice.'),
      post('leilaz', 'Unpacking. Cried at a diploma under a bed.', { likes: 6 }),
      post('grumblefoot', 'Update: finished one. Inside. It was short, which helped.', { likes: 2 }),
      post('dmitri-v', 'Grumblefoot finished something, mark the day.', { quotes: 29, likes: 4 }),
      post('priyam', 'Blue Prince. Room 46 is real.', { likes: 3 }),
      post('hanaplays', 'Hades II, the surface. My cat watched the whole fight.'),
      post('quietmarie', 'Outer Wilds. I have no line for it.', { likes: 10 }),
      post('mara', 'That is the line.', { quotes: 33, likes: 8 }),
      post('oskar_nilsen', 'Limbo. Short, dark, like the afternoons here.'),
      post('nightbus', 'What Remains of Edith Finch, in one sitting, missed my stop.', { likes: 4 }),
      post('marguerite', 'Silent Hill 2. I slept with the radio off.'),
      post('rui_x', 'Elden Ring. 140 hours. My line is: jump.', { likes: 5 }),
      post('mossandmetal', 'Hollow Knight: Silksong, act one. I am counting acts.'),
      post('teo', 'Tunic, with the manual open. All of it.', { likes: 2 }),
      post('yara-c', 'Clair Obscur: Expedition 33. The music came home with me.', { likes: 3 }),
      post(
        'pixelpatience',
        'The Legend of Zelda: Tears of the Kingdom. I finished the bridge. The game is another matter.',
      ),
      post('bettina_b', 'Spiritfarer. I said goodbye to everybody and then to the boat.', { likes: 6 }),
      post('juno', 'This is the best thread here. Same again next month?', { likes: 4 }),
    ],
  },
  {
    category: 'general',
    by: 'grumblefoot',
    title: 'Games are too long and I am too old',
    text: 'I opened one with a map of 200 symbols yesterday and closed it again. When did 60 hours become the small portion?',
    likes: 6,
    begun: 12,
    last: 1.4,
    posts: [
      post('okonkwo', 'The trick is to treat the symbols as wallpaper.', { likes: 3 }),
      post('mara', 'I keep a list of games that know when to end. It is the only list I ever finish.', { likes: 5 }),
      post('rui_x', 'Counterpoint: I want to live in there. Bring the symbols.'),
      post('grumblefoot', 'You are what is wrong with the world, and a good sport.', { quotes: 3, likes: 2 }),
    ],
  },
  {
    category: 'general',
    by: 'kofi_a',
    title: 'How do you rate? Five stars for what?',
    text: 'I noticed that my average is four and a half. Either I have taste or no spine. What is a three for you?',
    likes: 4,
    begun: 8,
    last: 0.6,
    posts: [
      post('ann_reads', 'Three: I was glad to play it, and would not send anybody.', { likes: 4 }),
      post('dmitri-v', 'Five is for games that I would play again tomorrow. There are eleven.'),
      post('teo', 'I rate the evening, not the game. It explains a lot.', {
        likes: 3,
        before: 'I rate the evening and not the game.',
      }),
    ],
  },
  {
    category: 'general',
    by: 'leilaz',
    title: 'Games to play with somebody who does not play',
    text: 'My mother visits for a week. She likes puzzles, trains and being right. What do we start with?',
    likes: 5,
    begun: 5,
    last: 0.3,
    posts: [
      post('marguerite', 'Her Story. She will be right, at length.', { likes: 4 }),
      post('hanaplays', 'Unpacking. One mouse, two opinions on where the toaster goes.', { likes: 3 }),
      post('leilaz', 'We did two rooms. She has moved the toaster in my own kitchen.', { likes: 9 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'mara',
    game: 'Outer Wilds',
    title: 'The moment you understood what the loop is for',
    text: 'Not the ending. The moment before: when you stop running from the sun and begin to plan around it. Where were you?',
    spoilsTo: 40,
    likes: 8,
    begun: 40,
    last: 2,
    posts: [
      post('quietmarie', 'On Brittle Hollow, falling, and calm about it for the first time.', { likes: 5 }),
      post('juno', 'I had parked on the comet. It was not a good place to have parked.', { likes: 4 }),
      post('rui_x', 'Still on day one with the model rocket. No hints please, I can see the curtain.'),
      post('mara', 'Take your time. The sun does not.', { quotes: 3, likes: 6 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'pixelpatience',
    game: 'Return of the Obra Dinn',
    title: 'How far did you get before you guessed?',
    text: 'The book confirms three fates at a time, which is a fine rule and also an invitation. Be honest: who did you get by elimination?',
    spoilsTo: 50,
    likes: 5,
    begun: 33,
    last: 4,
    posts: [
      post('ann_reads', 'The topmen. All of them. Shoes, in the end.', { likes: 3, spoilsTo: 60 }),
      post('tobi', 'I drew the hammocks on paper. It helped, and I felt like a clerk of the company.', { likes: 4 }),
      post('pixelpatience', 'The hammocks have numbers. That is all I say here.', { quotes: 2 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'juno',
    game: 'Hades',
    title: 'Which weapon made you stay?',
    text: 'For me the shield. It does everything that a coward needs.',
    likes: 7,
    begun: 28,
    last: 0.9,
    posts: [
      post('sol', 'The bow, far away from everything.', { likes: 2 }),
      post('dmitri-v', 'The rail. Subtlety is for the living.'),
      post('hanaplays', 'Fists with Demeter. They slow down, I do not.', { likes: 3 }),
      post('juno', '@sol a bow is only a shield with worse manners.', { quotes: 1, likes: 4 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'rui_x',
    game: 'Elden Ring',
    title: 'Margit, and what I did instead',
    text: 'He told me to put my ambitions to rest. I did, for a week: I went south, to the Weeping Peninsula, and came back a different person.',
    likes: 6,
    begun: 21,
    last: 1.8,
    posts: [
      post('grumblefoot', 'The game is very good at letting you walk away. I took the advice permanently.', {
        likes: 3,
      }),
      post('mossandmetal', 'South first is right. The castle will wait.', { likes: 2 }),
      post('kofi_a', 'I found the jellyfish there. She has been my whole strategy since.', { likes: 5 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'kofi_a',
    game: 'Balatro',
    title: 'Is there a life without the flush?',
    text: 'I play flushes because they feel like cheating. What do you win with when the suits do not come?',
    likes: 3,
    begun: 15,
    last: 0.5,
    posts: [
      post('juno', 'Pairs and patience. Pairs are always there for you.', { likes: 3 }),
      post('nightbus', 'High card with a silly multiplier. It takes one bus ride to lose.', { likes: 2 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'ann_reads',
    game: 'Disco Elysium',
    title: 'Kim Kitsuragi, appreciation',
    text: 'He raises an eyebrow once in thirty hours and I would walk into the sea for it.',
    likes: 11,
    begun: 19,
    last: 0.2,
    posts: [
      post('mara', 'I save before every sentence that he might hear.', { likes: 7 }),
      post('marguerite', 'The notebook. What is in the notebook.', { likes: 4 }),
      post('teo', 'He danced in the church. I have told strangers about it.', { spoilsTo: 70, likes: 3 }),
      post('okonkwo', 'The best partner in any game, and he does not even carry anything.'),
    ],
  },
  {
    category: 'game-talk',
    by: 'wren',
    game: 'A Short Hike',
    title: 'What did you do with the golden feathers?',
    text: 'I bought one from the bird with the excuse about tuition and have never regretted it.',
    likes: 4,
    begun: 10,
    last: 3,
    posts: [
      post('leilaz', 'I flew back down, of course. The whole way, without a wing beat.', { likes: 4 }),
      post('wren', 'There is no better minute in a game.', { quotes: 1, likes: 2 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'mossandmetal',
    game: 'Hollow Knight',
    title: 'Maps: do you buy them first?',
    text: 'I hear the humming and look for Cornifer before I look at anything else. Others tell me that this is no way to live.',
    likes: 3,
    begun: 9,
    last: 2.2,
    posts: [
      post('oskar_nilsen', 'The paper on the floor is my favourite sound design of all.', { likes: 3 }),
      post('rui_x', 'I got lost first. In Deepnest. Buy the map.', { likes: 5 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'hanaplays',
    game: 'Stardew Valley',
    title: 'First spring: what do you plant?',
    text: 'Every year I say potatoes, and every year the Egg Festival sells me strawberries on the 13th.',
    likes: 3,
    begun: 6,
    last: 0.7,
    posts: [
      post('yara-c', 'Parsnips until the fishing rod, then I forget that I have a farm.', { likes: 2 }),
      post('priyam', 'Strawberries, but keep them for the next spring.', { likes: 3 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'sol',
    game: 'Celeste',
    title: 'Assist mode is not a confession',
    text: 'I used it for one screen of chapter 7, switched it off and went on. The mountain did not mind.',
    likes: 13,
    begun: 17,
    last: 5,
    posts: [
      post('quietmarie', 'Thank you for writing this.', { likes: 6 }),
      post('dmitri-v', 'It is one of the best menus ever written. Even its sentence about how it is meant is kind.', {
        likes: 4,
      }),
      post('tobi', 'I turned the speed down to 90 percent and nobody came to arrest me.', { likes: 5 }),
    ],
  },
  {
    category: 'help',
    by: 'priyam',
    title: 'Can I log one game on two platforms?',
    text: 'I began Citizen Sleeper on the laptop and go on on the handheld. One entry or two?',
    likes: 1,
    begun: 14,
    last: 13,
    posts: [
      post('bettina_b', 'One entry, two playthroughs, or one playthrough with sessions. The hours add up either way.', {
        likes: 4,
      }),
      post('priyam', 'One entry it is. Thank you @bettina_b.', { quotes: 1 }),
    ],
  },
  {
    category: 'help',
    by: 'oskar_nilsen',
    title: 'Where do I find the games that I only want to play?',
    text: 'I have marked about thirty and would like to see them by length.',
    begun: 7,
    last: 6.5,
    posts: [
      post('teo', 'Library, then the chip Want to Play. The order is in the menu beside it.', { likes: 2 }),
      post('oskar_nilsen', 'Found it. It is more than thirty.', { likes: 3 }),
    ],
  },
  {
    category: 'help',
    by: 'tobi',
    game: 'The Secret of Monkey Island',
    title: 'Stuck in the kitchen with a seagull',
    text: 'There is a fish. There is a bird. The bird has opinions. A nudge, not the answer, please.',
    likes: 2,
    begun: 4,
    last: 3.2,
    posts: [
      post('mara', 'Stand where nobody should stand. Often.', { likes: 3 }),
      post('tobi', 'The plank. I have played games for thirty years and it was the plank.', { quotes: 1, likes: 6 }),
    ],
  },
  {
    category: 'help',
    by: 'quietmarie',
    title: 'How do I hide my activity from people I do not know?',
    text: 'I like to log and I do not like to be seen logging.',
    begun: 3,
    last: 2.5,
    posts: [
      post('bettina_b', 'Settings, then Privacy: activity for friends alone. The library has a switch of its own.', {
        likes: 3,
      }),
      post('nightbus', 'Seconded. It also works for the friends list.'),
    ],
  },
  {
    category: 'feedback',
    by: 'dmitri-v',
    title: 'Wish: show the spoiler mark while I write',
    text: 'The switch suggests my own progress, which is right nine times of ten. For the tenth I would like to see the number without opening it.',
    likes: 5,
    begun: 20,
    last: 11,
    posts: [
      post('yara-c', 'Yes. Also a mark for endings in general.', { likes: 2 }),
      post('bettina_b', 'Noted, and passed on.', { likes: 1 }),
    ],
  },
  {
    category: 'feedback',
    by: 'nightbus',
    title: 'It works without a signal, and I noticed',
    text: 'Tunnel, no bars, typed a whole review. It was still there at the other end. No wish, only that.',
    likes: 8,
    begun: 16,
    last: 9,
    posts: [
      post('okonkwo', 'The rarest kind of post. Thank you.', { likes: 3 }),
      post('grumblefoot', 'I had prepared a complaint and now I feel silly.', { likes: 5, isDeleted: true }),
      post('hanaplays', 'Same on the train to my parents.'),
    ],
  },
  {
    category: 'feedback',
    by: 'marguerite',
    title: 'Half stars: done and loved',
    text: 'This was the wish of last winter. Half stars are there, so I close my case.',
    likes: 4,
    isLocked: true,
    begun: 90,
    last: 70,
    posts: [
      post('kofi_a', 'My averages thank you.', { likes: 2 }),
      post('bettina_b', 'I lock this one as done. New wishes get a new thread.', { likes: 3 }),
    ],
  },
  {
    category: 'feedback',
    by: 'teo',
    title: 'Could lists have a second author?',
    text: 'My brother and I keep one list of games for two. At the moment he dictates and I type.',
    likes: 6,
    begun: 2,
    last: 0.8,
    posts: [
      post('rui_x', 'For It Takes Two alone this would be worth it.', { likes: 2 }),
      post('teo', 'He says hello, and that number four is wrong.', { likes: 4 }),
    ],
  },
  {
    category: 'off-topic',
    by: 'yara-c',
    title: 'Show me your desk, in words',
    text: 'Mine: one lamp, one cat, a controller under the cat.',
    likes: 5,
    begun: 11,
    last: 0.4,
    posts: [
      post('mara', 'Squared paper, a dog, tea that was hot.', { likes: 4 }),
      post('nightbus', 'A seat by the window, upper deck.', { likes: 7 }),
      post('pixelpatience', 'Four notebooks. Three of them about the same ship.', { likes: 6 }),
      post('yara-c', 'We have a winner.', { quotes: 3, likes: 2 }),
    ],
  },
  {
    category: 'off-topic',
    by: 'okonkwo',
    title: 'What do you cook on a long gaming evening?',
    text: 'It must be edible with one hand and survive a boss fight. I say jollof from yesterday.',
    likes: 4,
    begun: 7,
    last: 1.1,
    posts: [
      post('hanaplays', 'Onigiri. They were made for this.', { likes: 5 }),
      post('oskar_nilsen', 'Crispbread. It is always crispbread.', { likes: 3 }),
      post('okonkwo', '@hanaplays you are right and I am changing my answer.', { quotes: 1, likes: 3 }),
    ],
  },
  {
    category: 'off-topic',
    by: 'ann_reads',
    title: 'Books for people who liked Pentiment',
    text: 'I have a shelf of them by now. I begin: The Name of the Rose, obviously. Go on.',
    likes: 6,
    begun: 24,
    last: 7,
    posts: [
      post('marguerite', 'The Cheese and the Worms, by Carlo Ginzburg. A miller, his books and his trial.', {
        likes: 5,
      }),
      post('mara', 'Anything with marginalia. I look at the snails first.', { likes: 4 }),
    ],
  },
  {
    category: 'off-topic',
    by: 'leilaz',
    title: 'Music from games that you hear without the game',
    text: 'I run to Celeste, which is unwise for the knees and good for everything else.',
    likes: 5,
    begun: 13,
    last: 2.8,
    posts: [
      post('sol', 'Gris, on headphones, at night.', { likes: 3 }),
      post('juno', 'Good Riddance, from Hades. The neighbours know it, too.', { likes: 5 }),
      post('tobi', 'Still Alive. The cake stays where it is.', { likes: 4 }),
    ],
  },
  {
    category: 'game-talk',
    by: 'yara-c',
    game: 'Clair Obscur: Expedition 33',
    title: 'Parry or dodge?',
    text: 'I dodge. I know that the parry is the point. I still dodge.',
    likes: 4,
    begun: 3.5,
    last: 0.05,
    posts: [
      post('rui_x', 'Parry, always. Late, always.', { likes: 3 }),
      post('sol', 'Dodge until you hear the rhythm, then you cannot go back.', { likes: 4 }),
      post('yara-c', 'I heard it tonight. You were right.', { quotes: 2, likes: 2 }),
    ],
  },
]
