// What `tenor calc` answers about a line. It has no schedule and no cost that is known beforehand.

import { explainLine } from '../../line/explain.ts';
import { payoffOfLine } from '../../line/payoff.ts';
import type { LineState } from '../../line/records.ts';
import { replayLine } from '../../line/replay.ts';
import { explainReport } from '../explain-report.ts';
import { payoffReport } from '../payoff-report.ts';
import { type Answers, extentOf, type Question } from '../question.ts';
import type { LineFile } from './read-line.ts';
import { lineReport } from './replay-report.ts';
import { statementReport } from './statement-report.ts';

export const lineAnswers: Answers<LineFile> = {
  replay: (file, question) => lineReport(file.terms, stateOf(file, question)),
  payoff: (file, question) => payoffReport(payoffOfLine(file.terms, stateOf(file, question))),
  explain: (file, question) => {
    const state = stateOf(file, question);
    return explainReport(state, (posting) => explainLine(file.terms, state, posting));
  },
  statement: (file, question) => statementReport(file.terms, stateOf(file, question)),
};

function stateOf({ terms, facts }: LineFile, question: Question): LineState {
  return replayLine(terms, facts, extentOf(facts, question));
}
