"""A recorded run: state as a fold of events, film, pictures, sentences, questions, export."""
