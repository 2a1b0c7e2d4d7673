import { expect, test, vi } from 'vitest'
import { drawCard } from './draw-card.ts'

/** Previews of names in any script. */
vi.setConfig({ testTimeout: 60_000 })

const UNKNOWN = 'ಕನ್ನಡ ಬರಹಗಾರ'
const draw = (title: string, fallbackTitle = 'host.example', text = 'The same.') =>
  drawCard({ product: 'Plaudit', label: 'Tool', title, text, host: 'site.example', fallbackTitle })

const unwritable = await draw(UNKNOWN)

test.each([
  ...['Writer', 'A very long name that goes on '.repeat(6).trim(), 'x'.repeat(200), 'مساعد الكتابة AI 2.0'],
  ...['🎨👩‍💻🇯🇵❤️', '<script>&"\'</svg>'],
  ...['हिन्दी लेखन सहायक', 'Русский помощник', 'Ελληνικός βοηθός', 'Trợ lý viết tiếng Việt', 'مساعد الكتابة'],
  ...[
    'עוזר הכתיבה',
    '뤼튼',
    'ことのはアシスタント',
    '通义千问',
    '繁體中文寫作助理',
    '✓ Check ★★★',
    '𝗕𝗼𝗹𝗱 ﬁne',
  ],
])('%s is written, and not the host in its place', async (name) => {
  const drawn = await draw(name)
  expect([drawn.readUInt32BE(16), drawn.readUInt32BE(20)]).toEqual([1200, 630])
  expect(drawn.equals(unwritable)).toBe(false)
})

test('a name in a script that no font here has, or nothing to see, is drawn too: the first as the host', async () => {
  expect((await draw(UNKNOWN, 'other.example')).equals(unwritable)).toBe(false)
  expect((await draw(UNKNOWN)).equals(unwritable)).toBe(true)
  expect((await draw('\u00ad\u2800', undefined, UNKNOWN)).readUInt32BE(16)).toBe(1200)
})
