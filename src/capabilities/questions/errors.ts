import { errorKinds } from '#platform/errors.ts';

export const questionErrors = errorKinds({
  QuestionRefused: {
    status: 422,
    title: 'The SQL cannot be asked',
    remedy:
      'It must be one SELECT over the views of docs/views.md. data.line and data.column say where something else stands, data.expected what would be right.',
  },
  QuestionFailed: {
    status: 422,
    title: 'The database could not answer the question',
    remedy: 'The message says why, such as a division by zero; mend the SQL or the parameters.',
  },
  QuestionTooLong: {
    status: 422,
    title: 'The question took too long',
    remedy: 'Ask for less: fewer rows, a narrower condition, no product of two large views.',
  },
  AnswerTooLarge: {
    status: 422,
    title: 'The answer is too large',
    remedy: 'Ask for fewer rows or columns; data.rowsMax and data.bytesMax say how much there may be.',
  },
  QuestionsNotPossible: {
    status: 409,
    title: 'Questions cannot be asked at this installation',
    remedy: 'The message says what its operator would have to change.',
  },
  QuestionsBusy: {
    status: 429,
    title: 'Too many questions are being answered',
    remedy: 'Wait until one of yours has ended, and ask again.',
  },
  QueryArchived: {
    status: 409,
    title: 'The query is archived',
    remedy: 'Set its status to active before you run it.',
  },
  AnswerGone: {
    status: 410,
    title: 'The answer is not kept any more',
    remedy: 'Run the query again: an answer is kept for 30 days.',
  },
  RunEnded: {
    status: 409,
    title: 'The run has ended',
    remedy: 'Nothing is left to cancel.',
  },
  NotAnswered: {
    status: 409,
    title: 'The run has no answer',
    remedy: 'Read the operation of the run: it is under way, has failed or was canceled.',
  },
});
