import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { liftDailyLimit, member, type Person } from '../support/actors.ts'
import { recommendThrough, startBehindNginx } from '../support/behind-nginx.ts'
import { closing } from '../support/test-file.ts'
import { addTool, type Tool } from './rows.ts'

/** One of two processes behind nginx is killed during reads and writes. */

// One reader requests more than a visitor may.
const scene = closing(await startBehindNginx({ RATE_LIMITS: 'off' }))

describe('a process that is killed', () => {
  const WRITERS = 6
  const READERS = 6

  interface Asked {
    what: string
    /** Undefined: no complete response. */
    status: number | undefined
    began: number
    ended: number
  }

  test('loses nothing acknowledged, fails only its current requests, and is used again later', async () => {
    const { server, endpoint } = scene
    const tools = await Promise.all(Array.from({ length: 60 }, () => addTool(server.sql)))
    const people = await Promise.all(Array.from({ length: WRITERS }, () => member(server)))
    await liftDailyLimit(server.sql, people)
    const asked: Asked[] = []
    const acknowledged: { person: string; tool: string }[] = []
    let isOver = false

    async function ask(what: string, request: () => Promise<Response>): Promise<number | undefined> {
      const began = performance.now()
      const status = await request()
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => undefined)
      asked.push({ what, status, began, ended: performance.now() })
      return status
    }
    const write = async (person: Person, targets: Tool[]) => {
      for (const tool of targets)
        if ((await ask('write', () => recommendThrough(endpoint, person, tool))) === 201)
          acknowledged.push({ person: person.id, tool: tool.id })
    }
    const read = async (reader: number) => {
      for (let page = reader; !isOver; page++) {
        const tool = tools[page % tools.length]
        await ask('read', () => fetch(page % 3 ? `${endpoint.url}/tools/${tool?.slug}` : endpoint.url))
        // All of one machine's time would be theirs.
        await sleep(20)
      }
    }

    const countRefused = () => scene.proxyLog().split('Connection refused').length

    const reading = Array.from({ length: READERS }, (_, reader) => read(reader))
    const writing = Promise.all(people.map((person) => write(person, tools)))
    await expect.poll(() => acknowledged.length).toBeGreaterThan(60)
    const struck = performance.now()
    scene.second().process.kill('SIGKILL')
    await scene.second().ended
    const gone = performance.now()
    const before = acknowledged.length
    await writing
    // nginx tries the missing process again and again.
    const triedBefore = countRefused()
    while (countRefused() < triedBefore + 3) {
      const tool = await addTool(server.sql)
      await Promise.all(people.map((person) => write(person, [tool])))
    }
    isOver = true
    await Promise.all(reading)
    expect(acknowledged.length, 'most were written afterwards').toBeGreaterThan(before + 60)

    const failed = asked.filter(({ what, status }) => status !== (what === 'read' ? 200 : 201))
    const notCaught = failed.filter(({ began, ended }) => began > gone || ended < struck)
    expect(notCaught).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(WRITERS + READERS)
    // A repeated write would be refused as a duplicate.
    expect(failed.filter(({ status }) => status === 409)).toEqual([])
    const kept = await server.sql<{ key: string }[]>`
      select user_id || ' ' || tool_id as key from public.tool_upvotes`
    const keys = new Set(kept.map(({ key }) => key))
    expect(acknowledged.filter(({ person, tool }) => !keys.has(`${person} ${tool}`))).toEqual([])

    await scene.replaceSecond()
    const slug = tools[0]?.slug
    const isAsked = async () => {
      await fetch(`${endpoint.url}/tools/${slug}`)
      return scene.second().output().includes(`"path":"/tools/${slug}"`)
    }
    await expect.poll(isAsked).toBe(true)
  })
})
