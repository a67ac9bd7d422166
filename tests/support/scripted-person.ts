import type { Prompts } from '#server/cli/setup/prompts.ts'

/** A person at a terminal who answers questions by their text. */
export type ScriptedPerson = Prompts & {
  /** Messages of the questions, in order. */
  asked: string[]
  /** The terminal's messages about refused answers. */
  problems: string[]
}

/** @param script parts of questions with their answers, tried one after the other until one is accepted */
export function createScriptedPerson(
  script: readonly (readonly [part: string, ...answers: (string | boolean)[]])[],
): ScriptedPerson {
  const asked: string[] = []
  const problems: string[] = []
  const left = script.map(([part, ...answers]) => ({ part, answers }))

  function next(message: string): string | boolean {
    const line = left.find(({ part }) => message.includes(part))
    const answer = line?.answers.shift()
    if (answer === undefined) throw new Error(`no answer left to: ${message}`)
    return answer
  }

  const text: Prompts['text'] = ({ message, findProblem }) => {
    asked.push(message)
    for (;;) {
      const answer = String(next(message))
      const problem = findProblem(answer)
      if (problem === undefined) return Promise.resolve(answer)
      problems.push(problem)
    }
  }

  return {
    asked,
    problems,
    text,
    secret: text,
    choose: ({ message, options }) => {
      asked.push(message)
      const answer = next(message)
      const option = options.find(({ value }) => value === answer)
      if (option === undefined) throw new Error(`not offered: ${String(answer)}`)
      return Promise.resolve(option.value)
    },
    confirm: (message) => {
      asked.push(message)
      return Promise.resolve(next(message) === true)
    },
  }
}
