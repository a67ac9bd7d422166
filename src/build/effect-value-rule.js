/** What an effect with an expression for a body may evaluate to: its cleanup, or nothing. */
const PLAIN =
  ':matches(BlockStatement, ArrowFunctionExpression, FunctionExpression, UnaryExpression)'
const IMPLICIT = `CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/] > ArrowFunctionExpression > :not(${PLAIN}).body`

/**
 * A rule of the linter. React takes what an effect returns for its cleanup, and a browser's method may return more than
 * its type says: `scrollIntoView()` is typed `void`, and returns a promise since Chromium 156. So an effect that only
 * calls has braces, and one whose call makes its cleanup says `return`.
 */
export default {
  meta: { name: 'effects' },
  rules: {
    'no-implicit-cleanup': {
      /** @param {{ report(fault: { node: unknown, message: string }): void }} context */
      create: (context) => ({
        /** @param {unknown} node */
        [IMPLICIT]: (node) =>
          context.report({
            node,
            message: 'React takes what this returns for a cleanup: add braces, or `return` it.',
          }),
      }),
    },
  },
}
