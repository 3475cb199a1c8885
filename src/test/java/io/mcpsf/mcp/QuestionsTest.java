package io.mcpsf.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.LongNode;

/** What an answer turns out to be, seen from the questions that were asked. */
final class QuestionsTest {

    @Test
    void anAnswerThatCrossesTheEndOfTheConnectionIsLateAndNotInvented() {
        var questions = new Questions();
        Questions.Question question = questions.open(questions.number());

        questions.close("the stream was a flood");

        assertThat(question.reply().join()).isInstanceOf(Reply.Closed.class);
        assertThat(answer(questions, question.id())).isEqualTo(Questions.Match.LATE);
        assertThat(answer(questions, question.id() + 1)).isEqualTo(Questions.Match.INVENTED);
    }

    private static Questions.Match answer(Questions questions, long id) {
        return questions.answer(LongNode.valueOf(id), new Reply.TimedOut());
    }
}
