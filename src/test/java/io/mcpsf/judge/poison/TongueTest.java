package io.mcpsf.judge.poison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TongueTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Returns the weather of a place, and the forecast for the next three days.",
                "Lists all cafés and restaurants that are open now, cheapest first.",
                "If the user asks for a refund, call lookup_order before you answer.",
            })
    void englishIsReadByWhoKnowsIt(String text) {
        assertThat(Tongue.of(text)).contains(Tongue.ENGLISH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Liefert das Wetter an einem Ort und die Vorhersage für die nächsten drei Tage.",
                "Renvoie la météo d'une ville et les prévisions pour les trois jours qui suivent.",
                "Devuelve el tiempo de un lugar y la previsión para los tres días siguientes.",
                "Devolve a previsão do tempo de um lugar para os próximos três dias da semana.",
                "Restituisce il meteo di una città e le previsioni per i tre giorni successivi.",
                "Возвращает погоду в городе и прогноз на ближайшие три дня.",
                "Повертає погоду в місті та прогноз на найближчі три дні.",
                "Bir yerin hava durumunu ve sonraki üç gün için tahmini verir; bu ücretsizdir.",
                "يعيد حالة الطقس في مدينة والتوقعات للأيام الثلاثة القادمة.",
                "किसी स्थान का मौसम और अगले तीन दिनों का पूर्वानुमान लौटाता है।",
                "返回某地的天气以及未来三天的预报，需要城市名称。",
                "指定した場所の天気と今後三日間の予報を返します。",
                "지정한 장소의 날씨와 앞으로 사흘간의 예보를 돌려줍니다.",
            })
    void otherLanguagesAreReadByWhoKnowsThem(String text) {
        assertThat(Tongue.of(text)).contains(Tongue.OTHER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "weather",
                "GET /v1/weather?city=Oslo&days=3&units=metric&format=json HTTP/1.1",
                "7f3c9a1e 22b4 4d0e 9f61 0c8e5d7a4b13 aa17 55e2 9d4c 3c2b1a",
                "天气预报",
            })
    void whatIsNoLanguageIsNotReadAgain(String text) {
        assertThat(Tongue.of(text)).isEmpty();
    }
}
