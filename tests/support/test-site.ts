import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const page = (title: string) =>
  `<!doctype html><html lang="en-IN" data-public><title>${title}</title>${'<p>The festival.</p>'.repeat(30)}<a href="https://address.invalid/">Home</a>`

const files: Record<string, string> = {
  'index.html': page('Home'),
  'events/senior-quiz.html': page('Senior Quiz'),
  'register/SeniorQuiz.html': page('Register for the Senior Quiz'),
  'register/JuniorQuiz.html': page('Register for the Junior Quiz'),
  '404.html': page('Not here'),
  'not-sent.html': page('Not sent yet'),
  'shell.html': page('Without a network'),
  'my-submission.html': page('Your entry'),
  'assets/site-a1b2c3d4.js': 'export const festival = "Cerebra"\n'.repeat(30),
  'robots.txt': 'Sitemap: https://address.invalid/sitemap.xml\n',
  'sitemap.xml': '<loc>https://address.invalid/</loc>',
  'sw.js': 'const files = [{ url: "/shell.html", revision: "revision-of-the-shell" }]\n'.repeat(2),
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  'pages.json': JSON.stringify({
    standIn: 'https://address.invalid',
    pages: {
      '/': 'index.html',
      '/my-submission': 'my-submission.html',
      '/events/senior-quiz': 'events/senior-quiz.html',
      '/events/quiz-for-seniors': 'events/senior-quiz.html',
    },
    byQuery: {
      '/register': {
        param: 'event',
        files: { SeniorQuiz: 'register/SeniorQuiz.html', JuniorQuiz: 'register/JuniorQuiz.html' },
        fallback: 'register/SeniorQuiz.html',
      },
    },
    notFound: '404.html',
    notSent: 'not-sent.html',
    shell: 'shell.html',
    csp: "default-src 'none'; script-src 'self'",
  }),
}

/** Passed to `loadSite`. */
export const testAddress = { publicUrl: 'https://cerebra.test', isPublic: true }

export interface TestSite {
  folder: string
  remove: () => Promise<void>
}

/** Builds a small site with compressed files, as a real build does. */
export const buildTestSite = async (): Promise<TestSite> => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-site-'))
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    if (name === 'favicon.svg') {
      continue
    }
    await writeFile(`${path}.br`, brotliCompressSync(text))
    await writeFile(`${path}.gz`, gzipSync(text))
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
